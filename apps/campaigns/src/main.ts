import { DatabaseConfig } from '@ces/service/config';
import { start } from '@ces/service/start';

void start({ name: 'campaigns', config: DatabaseConfig, schema: { entities: [], migrations: [] }, modules: [] });
