/** The decoded text, or undefined if it cannot be decoded: two hexadecimal digits must follow a %, and the bytes must be UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
