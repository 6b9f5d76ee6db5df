// The side sheet that is open, if any.

export type SheetName = 'settings' | 'keys';

class Sheets {
  open = $state<SheetName | undefined>();

  show(name: SheetName): void {
    this.open = name;
  }

  close(): void {
    this.open = undefined;
  }
}

export const sheets = new Sheets();
