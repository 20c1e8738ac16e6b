/** Held shared by every statement that appends to the event log, until its commit. ('elog') */
export const appendLock = 0x656c_6f67;
