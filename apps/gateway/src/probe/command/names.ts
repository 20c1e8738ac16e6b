/** The names of things that `probe prepare` makes and the probe uses. Others of an installation have other names. */
export const names = {
  provider: 'ces-probe',
  owner: 'probe',
  event: 'ces-probe',
  stack: 'Probe of the golden path',
  campaign: 'Probe of the golden path',
};
