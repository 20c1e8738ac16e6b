import { Client, type QueryResultRow } from 'pg';

export async function select<Row extends QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
