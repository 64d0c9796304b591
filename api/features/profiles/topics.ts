// The topic of a profile's page: its goals come closer there.
import { defineTopic } from '../../feature.ts';
import { hiddenPairs } from '../visibility/index.ts';

/** Open to all from whom the profile is not hidden. */
export const profileTopic = defineTopic('profile', {
  async mayJoin({ db }, attempts) {
    const hidden = await hiddenPairs(
      db,
      attempts.map(({ id, requester }) => ({ profileId: id, requester })),
    );
    return attempts.map(({ id }, index) => (hidden[index] ? null : { ownerId: id }));
  },
});
