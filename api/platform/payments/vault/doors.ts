// Which door each acquirer's cards go through.
import { openCaratDoor } from '../carat/card-door.ts';
import { openCieloDoor } from '../cielo/card-door.ts';
import { openRedeDoor } from '../rede/card-door.ts';
import type { Door } from './card.ts';
import type { VaultSetup } from './vault-messages.ts';

export const openDoor = (setup: VaultSetup): Door => {
  switch (setup.acquirer) {
    case 'rede':
      return openRedeDoor(setup);
    case 'cielo':
      return openCieloDoor(setup);
    case 'carat':
      return openCaratDoor(setup);
  }
};
