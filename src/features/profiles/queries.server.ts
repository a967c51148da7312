import { eq } from 'drizzle-orm';
import { isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { users } from '../identity/tables.server.ts';
import type { Profile, ProfileFields } from './contract.ts';
import { profiles } from './tables.server.ts';

/** The profile of the user with this email address. Null if there is none yet. */
export async function getProfile(db: Queryable, email: string): Promise<Profile | null> {
  const [row] = await db
    .select()
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(users.email, email))
    .limit(1);
  if (!row) return null;
  const { id, displayName, image, number, collegeName, universityName, division, district } = row.profiles;
  return {
    _id: id,
    displayName,
    email: row.users.email,
    image,
    number,
    collegeName,
    universityName,
    division,
    district,
  };
}

export async function createProfile(db: Queryable, userId: string, fields: ProfileFields): Promise<Outcome<string>> {
  const id = newIdentifier();
  try {
    await db.insert(profiles).values({ ...toColumns(fields), id, userId });
    return ok(id);
  } catch (error) {
    if (isUniqueViolation(error)) return fail('profile_exists');
    throw error;
  }
}

/** Returns how many profiles changed: 0 if there is none yet. */
export async function updateProfile(db: Queryable, userId: string, fields: ProfileFields): Promise<number> {
  const changed = await db
    .update(profiles)
    .set({ ...toColumns(fields), updatedAt: new Date() })
    .where(eq(profiles.userId, userId))
    .returning({ id: profiles.id });
  return changed.length;
}

function toColumns({ displayName, image, number, collegeName, universityName, division, district }: ProfileFields) {
  return { displayName, image, number, collegeName, universityName, division, district };
}
