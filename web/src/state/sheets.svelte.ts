// The side sheet that is open, if any.

export type SheetName = 'settings' | 'keys' | 'welcome';

class Sheets {
  open = $state<SheetName | undefined>();
  private hasAsked = false;

  show(name: SheetName): void {
    this.open = name;
  }

  close(): void {
    this.open = undefined;
  }

  /** A visitor is asked once; whoever closes the question is not asked again on this page. */
  welcomeOnce(): void {
    if (this.hasAsked || sessionStorage.getItem('kythu.welcomed')) return;
    this.hasAsked = true;
    sessionStorage.setItem('kythu.welcomed', 'yes');
    this.open = 'welcome';
  }
}

export const sheets = new Sheets();
