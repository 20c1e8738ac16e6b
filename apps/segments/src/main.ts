import { DatabaseConfig } from '@ces/service/config';
import { start } from '@ces/service/start';

void start({ name: 'segments', config: DatabaseConfig, schema: { entities: [], migrations: [] }, modules: [] });
