// Memberships of topics: who is in, who is taken out, and that a check never overtakes a change.
import { type TopicKey, topicKey } from '@camarim/contract/events';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { JOINED_TOPICS_MAX } from '@camarim/contract/limits';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccessChange } from '../bus/port.ts';
import { createMemberships, type Member, type Memberships } from './memberships.ts';

const [ANA, BIA, CRIS] = ['ana', 'bia', 'cris'] as ProfileId[] as [ProfileId, ProfileId, ProfileId];
const post = (id: string): TopicKey => topicKey('post', id as PostId);
const member = (profileId: ProfileId): Member => ({ profileId, topics: new Map() });

/** What the check answers: posts named `<owner>/<n>` belong to the owner. */
let refused: Set<string>;
let checked: string[];
let failing: boolean;
let duringCheck: () => void;
let nowMs: number;
let memberships: Memberships<Member>;
beforeEach(() => {
  refused = new Set();
  checked = [];
  failing = false;
  duringCheck = () => undefined;
  nowMs = 1_000;
  memberships = createMemberships<Member>({
    async check({ profileId }, key) {
      const name = `${profileId} ${key}`;
      const answer = refused.has(name) ? null : { ownerId: ownerOf(key) };
      checked.push(name);
      duringCheck();
      if (failing) throw new Error('the database is away');
      return answer;
    },
    nowMs: () => nowMs,
    onFailedCheck: () => undefined,
  });
});
const ownerOf = (key: TopicKey): ProfileId => key.slice('post:'.length).split('/')[0] as ProfileId;
const namesIn = (key: TopicKey): ProfileId[] =>
  [...(memberships.membersOf(key) ?? [])].map(({ profileId }) => profileId);
const connected = (profileId: ProfileId): Member => {
  const one = member(profileId);
  memberships.connect(one);
  return one;
};

test('a socket is in the topic of its own profile while it is connected', () => {
  const [tab, phone] = [connected(ANA), connected(ANA)];
  expect(namesIn(topicKey('member', ANA))).toEqual([ANA, ANA]);
  memberships.disconnect(tab);
  memberships.disconnect(phone);
  expect(memberships.membersOf(topicKey('member', ANA))).toBeUndefined();
});

test('joining answers the topics that the socket is in, without the refused ones', async () => {
  const ana = connected(ANA);
  refused.add('ana post:bia/2');
  expect(await memberships.join(ana, [post('bia/1'), post('bia/2')])).toEqual([post('bia/1')]);
  expect([namesIn(post('bia/1')), namesIn(post('bia/2'))]).toEqual([[ANA], []]);
});

test('a socket that closes is in no topic, and no index keeps it', async () => {
  const ana = connected(ANA);
  await memberships.join(ana, [post('bia/1')]);
  memberships.disconnect(ana);
  expect(memberships.membersOf(post('bia/1'))).toBeUndefined();
  checked = [];
  await memberships.recheck({ owners: [BIA], viewers: [ANA] });
  expect(checked).toEqual([]);
});

test('a socket that leaves or closes during its check does not join', async () => {
  const [ana, cris] = [connected(ANA), connected(CRIS)];
  const joining = [memberships.join(ana, [post('bia/1')]), memberships.join(cris, [post('bia/1')])];
  memberships.leave(ana, [post('bia/1')]);
  memberships.disconnect(cris);
  expect(await Promise.all(joining)).toEqual([[], []]);
  expect(namesIn(post('bia/1'))).toEqual([]);
});

test('the oldest topic is left when a socket joins more than it may', async () => {
  const ana = connected(ANA);
  const keys = Array.from({ length: JOINED_TOPICS_MAX + 1 }, (_, number) => post(`bia/${number}`));
  await memberships.join(ana, keys);
  expect([namesIn(post('bia/0')), namesIn(post('bia/1'))]).toEqual([[], [ANA]]);
});

describe('changes of access', () => {
  // Ana and Cris are in one post of Bia's and one of Ana's.
  const ALL = ['ana post:ana/1', 'ana post:bia/1', 'cris post:ana/1', 'cris post:bia/1'];
  let ana: Member;
  beforeEach(async () => {
    ana = connected(ANA);
    await memberships.join(ana, [post('bia/1'), post('ana/1')]);
    await memberships.join(connected(CRIS), [post('bia/1'), post('ana/1')]);
    checked = [];
  });

  test.each<[string, AccessChange, string[]]>([
    ['viewers', { viewers: [CRIS] }, ['cris post:ana/1', 'cris post:bia/1']],
    ['owners', { owners: [BIA] }, ['ana post:bia/1', 'cris post:bia/1']],
    ['topics', { topics: [post('ana/1')] }, ['ana post:ana/1', 'cris post:ana/1']],
    ['both of a block', { viewers: [ANA, CRIS] }, ALL],
    [
      'owners and their topic, once',
      { owners: [ANA], topics: [post('ana/1')] },
      ['ana post:ana/1', 'cris post:ana/1'],
    ],
    ['profiles without a socket here', { viewers: [BIA], owners: [CRIS] }, []],
  ])(
    'a change of access checks only the memberships that it names: %s',
    async (_, change, expected) => {
      await memberships.recheck(change);
      expect(checked.toSorted()).toEqual(expected);
    },
  );

  test('a member who lost access is taken out, and the others stay', async () => {
    refused.add('ana post:bia/1');
    expect(namesIn(post('bia/1'))).toEqual([ANA, CRIS]);
    await memberships.recheck({ owners: [BIA] });
    expect(namesIn(post('bia/1'))).toEqual([CRIS]);
  });

  test('a member who gets access again is back, without asking', async () => {
    refused.add('ana post:bia/1');
    await memberships.recheck({ viewers: [ANA] });
    refused.clear();
    await memberships.recheck({ viewers: [ANA] });
    expect(namesIn(post('bia/1'))).toEqual([CRIS, ANA]);
  });

  test('a check that a change of access overtook is repeated', async () => {
    const dora = connected('dora' as ProfileId);
    duringCheck = () => {
      duringCheck = () => undefined;
      // The block is committed after the check read, and its recheck finds Dora in no topic yet.
      refused.add('dora post:bia/1');
      void memberships.recheck({ owners: [BIA] });
    };
    expect(await memberships.join(dora, [post('bia/1')])).toEqual([]);
    expect(namesIn(post('bia/1'))).not.toContain('dora');
  });

  describe('checks that fail', () => {
    const retryAfter = async (ms: number): Promise<void> => {
      nowMs += ms;
      await memberships.retryFailed();
    };
    beforeEach(() => (failing = true));

    test('a member whose access changed is out until a retry is answered', async () => {
      await memberships.recheck({ viewers: [ANA] });
      expect(namesIn(post('bia/1'))).toEqual([CRIS]);
      failing = false;
      checked = [];
      await retryAfter(1_999);
      expect(checked).toEqual([]);
      await retryAfter(1);
      expect(namesIn(post('bia/1'))).toEqual([CRIS, ANA]);
      await retryAfter(60_000);
      expect(checked).toHaveLength(2);
    });

    test('a member stays whose check of old age fails, and leaves when a retry refuses', async () => {
      await memberships.recheckOlder(ana, nowMs + 1);
      expect(namesIn(post('bia/1'))).toContain(ANA);
      failing = false;
      refused.add('ana post:bia/1');
      await retryAfter(2_000);
      expect(namesIn(post('bia/1'))).toEqual([CRIS]);
    });

    test('a member leaves when checks of old age have failed for ten seconds', async () => {
      await memberships.recheckOlder(ana, nowMs + 1);
      for (let second = 1; second < 10; second++) await retryAfter(1_000);
      expect(namesIn(post('bia/1'))).toContain(ANA);
      await retryAfter(1_000);
      expect(namesIn(post('bia/1'))).toEqual([CRIS]);
      failing = false;
      await retryAfter(2_000);
      expect(namesIn(post('bia/1'))).toEqual([CRIS, ANA]);
    });

    test('a member leaves when access changed during a check of old age that failed', async () => {
      duringCheck = () => {
        duringCheck = () => undefined;
        void memberships.recheck({ owners: ['dora' as ProfileId] });
      };
      await memberships.recheckOlder(ana, nowMs + 1);
      expect(namesIn(post('bia/1'))).toEqual([CRIS]);
    });

    test('a socket that could not be checked joins by a retry, without asking again', async () => {
      const dora = connected('dora' as ProfileId);
      expect(await memberships.join(dora, [post('bia/1')])).toEqual([]);
      failing = false;
      await retryAfter(2_000);
      expect(namesIn(post('bia/1'))).toContain('dora');
    });

    test('a socket that left is not checked again', async () => {
      await memberships.recheck({ viewers: [ANA] });
      memberships.disconnect(ana);
      checked = [];
      await retryAfter(60_000);
      expect(checked).toEqual([]);
    });
  });

  test('old memberships are checked again, recent ones are not', async () => {
    nowMs = 5_000;
    await memberships.recheck({ topics: [post('ana/1')] });
    checked = [];
    await memberships.recheckOlder(ana, 4_000);
    expect(checked).toEqual(['ana post:bia/1']);
  });
});
