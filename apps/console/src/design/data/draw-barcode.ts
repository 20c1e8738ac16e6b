import { azteccode, code128, drawingSVG, pdf417, qrcode } from 'bwip-js/browser';

export type BarcodeKind = 'qr-code' | 'pdf417' | 'aztec' | 'code128';

/** Scanners need a white ground and a margin, also on a dark screen. */
const ground = { scale: 4, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' };

/** The address of a picture. Its text may be a secret, so it is drawn here and goes to no other place. */
export function drawBarcode(kind: BarcodeKind, text: string): string {
  const svg = svgOf(kind, text);
  return `data:image/svg+xml;base64,${btoa(svg)}`;
}

function svgOf(kind: BarcodeKind, text: string): string {
  if (kind === 'code128') return code128({ bcid: 'code128', text, ...ground, height: 15 }, drawingSVG());
  if (kind === 'pdf417') return pdf417({ bcid: 'pdf417', text, ...ground }, drawingSVG());
  if (kind === 'aztec') return azteccode({ bcid: 'azteccode', text, ...ground }, drawingSVG());
  return qrcode({ bcid: 'qrcode', text, ...ground }, drawingSVG());
}
