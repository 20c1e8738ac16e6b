import type { RepresentationName } from '@ces/contracts/cards/card-design';
import type { RenderOptions } from 'bwip-js';

const kinds: Record<Exclude<RepresentationName, 'none'>, RenderOptions> = {
  'qr-code': { bcid: 'qrcode', text: '', scale: 6 },
  pdf417: { bcid: 'pdf417', text: '', scale: 3 },
  aztec: { bcid: 'azteccode', text: '', scale: 6 },
  code128: { bcid: 'code128', text: '', scale: 3, height: 15 },
};

/** Scanners need a white background and a margin, also on a dark screen. */
const surroundings = { backgroundcolor: 'FFFFFF', padding: 8 };

/** The library knows a hundred kinds, and takes 6 MB, so it is loaded for the first barcode. */
const library = () => import('bwip-js');

export async function barcodeSvg(kind: keyof typeof kinds, text: string): Promise<string> {
  return (await library()).toSVG({ ...kinds[kind], ...surroundings, text });
}

export async function barcodePng(kind: keyof typeof kinds, text: string): Promise<Buffer> {
  return (await library()).toBuffer({ ...kinds[kind], ...surroundings, text });
}
