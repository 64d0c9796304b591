// Card numbers typed in this tab, which 3-D Secure needs again when the card is charged. Kept in
// memory only.
const typed = new Map<string, string>();

export const rememberNumber = (savedId: string, number: string): void =>
  void typed.set(savedId, number);
export const typedNumber = (savedId: string): string | null => typed.get(savedId) ?? null;
