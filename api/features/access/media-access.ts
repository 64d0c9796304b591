// Access to one media: features register the sources that may grant it, and the grounds below say
// in which order they are asked.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { DB } from '../../platform/database/database.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type Access, combineAccess, NO_ACCESS } from './access.ts';

/** The media's part of an access decision. */
export type ProtectedMedia = {
  id: MediaId;
  purpose: DB['media']['purpose'];
  owner_id: ProfileId;
};

/** Why a source may grant access: to what is published, to what is one's own, or as a reviewer. */
export type MediaGround = 'publication' | 'ownership' | 'review';

/** One reason for access to media, exported by the feature that knows it as `mediaAccess`. */
export type MediaAccessSource = {
  ground: MediaGround;
  /** Only media with one of these purposes. */
  purposes: readonly ProtectedMedia['purpose'][];
  /** Resolved again for every call. */
  accessTo(ctx: Ctx, media: ProtectedMedia, requester: Requester): Promise<Access>;
};

/** Access of the requester to the media now. */
export type MediaAccess = (media: ProtectedMedia, requester: Requester) => Promise<Access>;

type GroundRule = {
  ground: MediaGround;
  because: string;
  /** Asks only for the owner of the media. */
  ownersOnly?: true;
  /** Asks also where an earlier ground withheld the media. */
  afterWithheld?: true;
};

/**
 * The grounds in the order in which they are asked; the first full access decides. All sources of
 * one ground are asked, so their order means nothing.
 */
export const MEDIA_GROUNDS: readonly GroundRule[] = [
  {
    ground: 'publication',
    because:
      'Asked first, because it answers nearly every request and knows buyers: their images are marked as theirs even when they also review.',
  },
  {
    ground: 'ownership',
    ownersOnly: true,
    because:
      'It opens to owners what is in no post yet or any more, and asks nothing for other people.',
  },
  {
    ground: 'review',
    afterWithheld: true,
    because:
      'A report must be decided by looking, also at what is locked, deleted or withheld from everyone else.',
  },
];

/** Asks the sources of each ground in turn. */
export const createMediaAccess =
  (ctx: Ctx, sources: readonly MediaAccessSource[]): MediaAccess =>
  async (media, requester) => {
    let access: Access = NO_ACCESS;
    for (const { ground, ownersOnly, afterWithheld } of MEDIA_GROUNDS) {
      if (ownersOnly && media.owner_id !== requester.profileId) continue;
      if (access.reason === 'withheld' && !afterWithheld) continue;
      const asked = sources.filter(
        (source) => source.ground === ground && source.purposes.includes(media.purpose),
      );
      const given = combineAccess(
        await Promise.all(asked.map((source) => source.accessTo(ctx, media, requester))),
      );
      if (given.level === 'full') return given;
      access = combineAccess([access, given]);
    }
    return access;
  };
