import type { RepresentationName } from '@ces/contracts/cards/card-design';
import { toBuffer, toSVG, type RenderOptions } from 'bwip-js';

const kinds: Record<Exclude<RepresentationName, 'none'>, RenderOptions> = {
  'qr-code': { bcid: 'qrcode', text: '', scale: 6 },
  pdf417: { bcid: 'pdf417', text: '', scale: 3 },
  aztec: { bcid: 'azteccode', text: '', scale: 6 },
  code128: { bcid: 'code128', text: '', scale: 3, height: 15 },
};

/** Scanners need a white background and a margin, also on a dark screen. */
const surroundings = { backgroundcolor: 'FFFFFF', padding: 8 };

export function barcodeSvg(kind: keyof typeof kinds, text: string): string {
  return toSVG({ ...kinds[kind], ...surroundings, text });
}

export function barcodePng(kind: keyof typeof kinds, text: string): Promise<Buffer> {
  return toBuffer({ ...kinds[kind], ...surroundings, text });
}
