import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextArea, TextField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import { CodeChoice, codesOf, noCodes } from './code-choice.js';

const day = 86_400;

export function NewCoupon({ onClose }: { onClose: () => void }): ReactNode {
  const { rewards, common } = useWords();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [image, setImage] = useState('');
  const [days, setDays] = useState('');
  const [codes, setCodes] = useState(noCodes);
  const make = useChange(
    () =>
      call('post', '/api/1/admin/coupons', {
        body: {
          title,
          description,
          ...codesOf(codes),
          ...(image === '' ? {} : { image: { type: 'image', data: { src: image, alt: title } } }),
          ...(days === '' ? {} : { valid_seconds: Number(days) * day }),
        },
      }),
    (made) => {
      say(rewards.couponMade);
      void navigate({ to: `/rewards/coupons/${made.id}` });
    },
  );
  const fault = (pointer: string): string | undefined => make.error?.faultAt(pointer);
  const button = (
    <Button type="submit" look="primary" busy={make.isPending} disabled={title.trim() === ''}>
      {common.create}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={rewards.newCoupon} foot={button} onSubmit={() => make.mutate(undefined)}>
      <TextField label={rewards.name} value={title} onChange={setTitle} fault={fault('#/title')} maxLength={200} />
      <TextArea label={rewards.description} value={description} onChange={setDescription} />
      <TextField label={rewards.image} type="url" placeholder="https://" value={image} onChange={setImage} />
      <TextField
        label={rewards.days}
        hint={rewards.daysHint}
        type="number"
        min={1}
        value={days}
        onChange={setDays}
        fault={fault('#/valid_seconds')}
      />
      <CodeChoice choice={codes} onChange={setCodes} />
      {make.error && <Problem error={make.error} />}
    </Dialog>
  );
}
