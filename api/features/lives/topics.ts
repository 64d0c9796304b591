// The topic of a show's room: its state, its watchers, what is said there.
import { defineTopic } from '../../feature.ts';
import { hiddenPairs } from '../visibility/index.ts';
import { roomMembers } from './media/visits-store.ts';

/**
 * Open to the producer and to people who watch: a visit began after all checks of its person, their
 * proof of age among them, which sockets know nothing of.
 */
export const liveTopic = defineTopic('live', {
  async mayJoin({ db }, attempts) {
    const producers = await roomMembers(
      db,
      attempts.map(({ id, requester }) => ({ liveId: id, profileId: requester.profileId })),
    );
    const hidden = await hiddenPairs(
      db,
      attempts.flatMap(({ requester }, index) => {
        const profileId = producers[index];
        return profileId ? [{ profileId, requester }] : [];
      }),
    );
    let next = 0;
    return producers.map((producerId) =>
      producerId && !hidden[next++] ? { ownerId: producerId } : null,
    );
  },
});
