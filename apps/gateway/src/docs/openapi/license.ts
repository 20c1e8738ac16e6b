/** As in package.json. */
export const license = { name: 'UNLICENSED' };
