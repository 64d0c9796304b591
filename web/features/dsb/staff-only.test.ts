// What a page of the dashboard answers to whom.
import { RIGHTS_OF, STAFF_RIGHTS, STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { expect, test } from 'vitest';
import type { User } from '../../client/session/session.ts';
import { requireStaff } from './staff-only.ts';

const answerTo = (user: User | null, right: (typeof STAFF_RIGHTS)[number]): unknown => {
  try {
    return requireStaff(user, right);
  } catch (response) {
    return response;
  }
};
const personAs = (staffRole: StaffRole | null) => ({ staffRole }) as User;

test.each(STAFF_ROLES)(
  'the role %s opens the pages that it has the right for, and reads of all others that it has no access',
  (role) => {
    for (const right of STAFF_RIGHTS) {
      const answer = answerTo(personAs(role), right);
      if (RIGHTS_OF[role].includes(right)) expect(answer, right).toBeNull();
      else
        expect(answer, right).toMatchObject({
          data: { message: 'Sua função na equipe não dá acesso a esta página' },
          init: { status: 403 },
        });
    }
  },
);

test.each([
  ['a visitor', null],
  ['a member', personAs(null)],
])('a page of the dashboard looks to %s like one that is not there', (_, user) => {
  for (const right of STAFF_RIGHTS)
    expect(answerTo(user, right)).toMatchObject({ data: null, init: { status: 404 } });
});
