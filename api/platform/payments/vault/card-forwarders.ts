// The card forwarder of each acquirer.
import { openCaratForwarder } from '../carat/card-forwarder.ts';
import { openCieloForwarder } from '../cielo/card-forwarder.ts';
import { openRedeForwarder } from '../rede/card-forwarder.ts';
import type { CardForwarder } from './card.ts';
import type { VaultSetup } from './vault-messages.ts';

export const openCardForwarder = (setup: VaultSetup): CardForwarder => {
  switch (setup.acquirer) {
    case 'rede':
      return openRedeForwarder(setup);
    case 'cielo':
      return openCieloForwarder(setup);
    case 'carat':
      return openCaratForwarder(setup);
  }
};
