import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, LogOut, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange } from '../api/use-api.js';
import { sessionQuery, signOut } from '../api/session.js';
import { Button } from '../design/controls/button.js';
import { Menu, MenuItem, MenuLine } from '../design/controls/menu.js';
import { complain } from '../design/feedback/toasts.js';
import { isLanguage, languages } from '../words/language.js';
import { useSpeech } from '../words/use-words.js';
import { chooseTheme } from './theme.js';

export function AccountMenu(): ReactNode {
  const { words, speak, language } = useSpeech();
  const { shell } = words;
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const leave = useChange(signOut, () => {
    window.location.assign('/console/');
  });
  if (!session) return null;
  const { name, email, role } = session.operator;
  const trigger = <Button look="plain" aria-label={shell.account} icon={<CircleUser />} />;
  return (
    <Menu trigger={trigger}>
      <div className="menu-label">
        <strong>{name}</strong>
        <br />
        {email} · {shell.roles[role] ?? role}
      </div>
      <MenuLine />
      <MenuItem icon={<ShieldCheck />} onClick={() => void navigate({ to: '/settings/security' })}>
        {shell.security}
      </MenuItem>
      <MenuItem icon={<BookOpen />} onClick={() => window.open('/docs', '_blank', 'noopener')}>
        {shell.docs}
      </MenuItem>
      <MenuLine />
      <div className="menu-label">{shell.theme}</div>
      <MenuItem icon={<Sun />} onClick={() => chooseTheme('light')}>
        {shell.light}
      </MenuItem>
      <MenuItem icon={<Moon />} onClick={() => chooseTheme('dark')}>
        {shell.dark}
      </MenuItem>
      <MenuItem icon={<Monitor />} onClick={() => chooseTheme('system')}>
        {shell.system_}
      </MenuItem>
      <MenuLine />
      <div className="menu-label">{shell.language}</div>
      {Object.entries(languages).map(([code, text]) => (
        <MenuItem key={code} disabled={code === language} onClick={() => isLanguage(code) && speak(code)}>
          {text}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<LogOut />} onClick={() => leave.mutate(undefined, { onError: complain })}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  );
}
