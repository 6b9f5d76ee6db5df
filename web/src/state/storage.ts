// What the browser remembers. One that refuses to remember is no reason to fail.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}

export function rememberedJson(key: string): unknown {
  try {
    return JSON.parse(remembered(key) ?? 'null');
  } catch {
    return null;
  }
}
