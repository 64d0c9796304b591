// Which dialog is open. Any code may open one; its component loads when it is first needed
// (DialogHost). Log-in and register have an address instead (navigation.ts).
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';

/** Carried by a 402 and by a top-up: the purchase to repeat once it is paid. */
export type Intent = NonNullable<BodyInput<Routes['POST /funds']>['intent']>;

export type DialogProps = {
  /** Reports a post, profile, message and so on; visitors may, too. */
  report: Pick<BodyInput<Routes['POST /reports']>, 'targetKind' | 'targetId'>;
  /** Blocks a profile, once the consequences are ticked. */
  block: { profileId: string; name: string; domainName: string };
  /** Asks the support for help. */
  help: { /** The decision that is appealed against. */ decision?: string };
  /**
   * `suggested` in centavos is preselected; `intent` is finished once the money has landed;
   * `chargeId` is shown instead of a choice.
   */
  wallet: { suggested?: number; intent?: Intent; chargeId?: string };
  /** A private note about a profile. */
  note: { profileId: string; name: string };
  /** Step-up: asks for a fresh proof of identity. */
  stepUp: { onProved: () => void; onGivenUp: () => void };
  /** Tips a profile, or a post or a goal of it. */
  tip: { profileId: string; postId?: string; goalId?: string; name: string };
  /** Subscribes to the profile behind a domain name. */
  subscribe: { username: string };
};

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
