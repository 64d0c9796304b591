// Which dialog is open. Any code may open one; its component loads when it is first needed
// (DialogHost). Log-in and register have an address instead (navigation.ts).

/** The properties of each dialog; the feature that shows a dialog declares it (its dialogs.ts). */
export interface DialogProps {}

export type DialogName = keyof DialogProps;
export type OpenDialog = {
  [Name in DialogName]: { name: Name; props: DialogProps[Name] };
}[DialogName];

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

const change = (next: OpenDialog | null): void => {
  open = next;
  for (const listener of listeners) listener();
};

/** Opens a dialog in the place of the one that is open. */
export const openDialog = <Name extends DialogName>(name: Name, props: DialogProps[Name]): void =>
  change({ name, props } as OpenDialog);
export const closeDialog = (): void => change(null);

export const dialogStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): OpenDialog | null => open,
  none: (): null => null,
};
