// What the state of a request follows from.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';

export type RemovalState = DataInput<Routes['POST /publics/removals/view']>['state'];

export const stateOf = ({
  confirmed_at: confirmedAt,
  outcome,
}: {
  confirmed_at: Date | null;
  outcome: 'removed' | 'refused' | null;
}): RemovalState => outcome ?? (confirmedAt ? 'waiting' : 'unconfirmed');
