/** A request before it is encoded: `params` fill the placeholders of the path. */
export interface Draft {
  params: Record<string, string>;
  query: Record<string, string>;
  body?: unknown;
  form?: FormPart[];
  token: string | undefined;
}

export interface FormPart {
  name: string;
  value: string;
  fileName?: string;
}

export interface FuzzRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const boundary = 'fuzz-boundary-0123456789';

export function toRequest(method: string, path: string, draft: Draft): FuzzRequest {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encoded(draft.params[name] ?? ''));
  const query = Object.entries(draft.query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const headers: Record<string, string> = {};
  if (draft.token !== undefined) headers['Authorization'] = `Bearer ${draft.token}`;
  const body = bodyOf(draft);
  if (body !== undefined)
    headers['Content-Type'] = draft.form ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  return { method, target: query.length > 0 ? `${filled}?${query.join('&')}` : filled, headers, body };
}

function bodyOf({ body, form }: Draft): string | undefined {
  if (form) {
    const parts = form.map(({ name, value, fileName }) => {
      const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/csv`;
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
    return `${parts.join('')}--${boundary}--\r\n`;
  }
  return body === undefined ? undefined : JSON.stringify(body);
}

/** A lone surrogate has no percent encoding, so the replacement character takes its place. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
