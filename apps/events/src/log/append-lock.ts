/** Every statement that appends to the event log holds this advisory lock shared, until its commit. ('elog') */
export const appendLock = 0x656c_6f67;
