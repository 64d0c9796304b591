// Numbers of cards that were typed in this tab: 3-D Secure needs them again when the card is
// charged. In memory alone, gone with the page.
const typed = new Map<string, string>();

export const rememberNumber = (savedId: string, number: string): void =>
  void typed.set(savedId, number);
export const typedNumber = (savedId: string): string | null => typed.get(savedId) ?? null;
