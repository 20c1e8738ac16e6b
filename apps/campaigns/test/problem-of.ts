import { Problem } from '@ces/contracts/problems';

export async function problemOf(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  const { status, code } = await refusalOf(call);
  return { status, code };
}

export async function refusalOf(call: Promise<unknown>): Promise<{ status: number; code: string; pointers: string[] }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, extras } = error;
    return { status, code, pointers: (extras.errors ?? []).map(({ pointer }) => pointer) };
  }
  throw new Error('the call was not refused');
}
