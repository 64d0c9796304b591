// The vault for other features.
import { lazyPart } from '../../client/load-part.ts';

export const VaultPicker = lazyPart(() => import('./VaultPicker.tsx'));
