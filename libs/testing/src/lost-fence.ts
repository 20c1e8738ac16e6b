/** For `fenced`: another replica has taken the lease while the work ran. */
export const lostFence = {
  lease: { name: 'chores', holder: 'another', fence: '1' },
  mayCommit: () => Promise.resolve(false),
  isOurs: () => Promise.resolve(false),
};
