import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A QR code, drawn here: its text is a secret, which goes to no other place. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const { drawingSVG, qrcode } = await import('bwip-js/browser');
      const svg = qrcode(
        { bcid: 'qrcode', text, scale: 4, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' },
        drawingSVG(),
      );
      return `data:image/svg+xml;base64,${btoa(svg)}`;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className="qr-code">{data === undefined ? null : <img src={data} alt={label} width="200" height="200" />}</div>
  );
}
