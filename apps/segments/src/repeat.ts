export { repeat, type Repeated } from '@ces/service/repeat';
