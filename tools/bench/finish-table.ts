import type { Client } from 'pg';

/**
 * PostgreSQL does now what it would do during the measurement. The checkpoint before lets vacuum see that the rows are on disk; it
 * would leave their pages to whoever reads them first.
 */
export async function finishTable(client: Client, table: string): Promise<void> {
  await client.query('CHECKPOINT');
  await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
}
