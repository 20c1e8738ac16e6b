// NODE_OPTIONS loads this into a gateway. On SIGUSR2 it says how much of its memory is still in use.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  console.log(`memory in use: ${process.memoryUsage().heapUsed}`);
});
