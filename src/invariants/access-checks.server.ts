import { EMBEDDED_PROVIDER } from '#src/features/identity/rules.ts';
import { SECRET_LINKS } from '#src/features/mail/rules.ts';
import { type Check, sqlCheck } from './check.server.ts';

/** Invariant 11. */
export const ACCESS_CHECKS: readonly Check[] = [
  sqlCheck(11, 'everybody with a role has a confirmed address', 'users', {
    violations: "select u.id as subject from users u where u.role <> 'customer' and not u.email_confirmed",
  }),
  sqlCheck(11, 'addresses are stored in lower case, and each belongs to one user', 'users', {
    violations:
      'select min(u.id) as subject from users u group by lower(u.email) having count(*) > 1 or min(u.email) <> lower(min(u.email))',
  }),
  // A token's hash is of no use to anybody, but a report names its user.
  sqlCheck(11, 'an access token belongs to the user of its session', 'access tokens', {
    from: 'access_tokens',
    violations: `
      select t.user_id as subject from access_tokens t
        left join users u on u.id = t.user_id
        left join identity_sessions s on s.id = t.session_id
      where u.id is null
        or (t.session_id is not null and u.subject is distinct from '${EMBEDDED_PROVIDER}|' || s.user_id)`,
  }),
  sqlCheck(11, 'no access token outlives its sign-in', 'access tokens', {
    from: 'access_tokens where sign_in is not null',
    violations: `
      select t.user_id as subject from access_tokens t left join sign_ins s on s.key = t.sign_in
      where t.sign_in is not null and (s.key is null or s.ended_at is not null)`,
  }),
  sqlCheck(11, 'no sent email keeps a link meant only for its reader', 'sent emails', {
    from: "mails where state = 'sent'",
    violations: `
      select m.id as subject from mails m
      where m.state = 'sent' and m.purchase_id is null
        and (${SECRET_LINKS.map((key) => `m.data->>'${key}' is not null`).join(' or ')})`,
  }),
];
