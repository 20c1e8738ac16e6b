import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BarcodeKind } from './draw-barcode.js';

/** A barcode or QR code. What draws it is large, and comes when the first one is shown. */
export function Barcode({ kind, text, label }: { kind: BarcodeKind; text: string; label: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['barcode', kind, text],
    queryFn: async () => (await import('./draw-barcode.js')).drawBarcode(kind, text),
    staleTime: Infinity,
    gcTime: 0,
  });
  return <div className="drawn-code">{data === undefined ? null : <img src={data} alt={label} />}</div>;
}
