// An age verifier that judges as the answer says, and the cookies of a browser that uses it.
import type { RouteKey } from '@camarim/contract';
import type { ApiClient, ApiResponse } from '../../api-client.ts';
import { type AgeOutcome, AgeUnavailable, type AgeVerifier } from '../../platform/age/port.ts';

/** `answer.outcome` is its verdict; `down` stands for a provider that does not answer. */
export const answeringVerifier = (
  part: Partial<Pick<AgeVerifier, 'id' | 'answeredBy' | 'kind' | 'blind' | 'ready'>> = {},
): AgeVerifier => ({
  id: 'tester',
  kind: 'verification',
  blind: 'double',
  learned: 'answer',
  needsAccount: false,
  name: 'Tester',
  answeredBy: 'browser',
  attemptSeconds: (device) => (device === 'same' ? 300 : 120),
  ready: async () => true,
  begin: async ({ state, answerUrl }) => ({
    step: { kind: 'redirect', url: `${answerUrl}?state=${state}` },
    secret: { of: 'the tester' },
  }),
  finish: async (secret, { outcome = 'refused' }) => {
    if ((secret as { of?: string } | null)?.of !== 'the tester') return 'refused';
    if (outcome === 'down') throw new AgeUnavailable('the tester is down');
    return outcome as AgeOutcome | 'pending';
  },
  ...part,
});

/** The cookies of a reply as a browser sends them with its next call; cleared ones are left out. */
export const cookiesOf = ({
  headers,
}: Pick<ApiResponse<RouteKey>, 'headers'>): Record<string, string> => {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  const pairs = lines
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='));
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

/** The cookie that lets this person contest: an attempt that was refused. */
export const refusedBrowser = async (person: ApiClient): Promise<Record<string, string>> => {
  const begun = await person.ask('POST /publics/age', { body: { method: 'tester' } });
  const ended = await person.ask('POST /publics/age/answer', {
    body: { answer: { outcome: 'refused' } },
    headers: cookiesOf(begun),
  });
  return cookiesOf(ended);
};
