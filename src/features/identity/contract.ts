import * as z from 'zod';
import { boundedText, MAX_TYPED_LENGTH, trimmedText } from '#src/shared/bounded-schemas.ts';
import { copy } from '#src/shared/copy.ts';
import { emailSchema, multiLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { PERMISSIONS, ROLE_NAMES, STAFF_ROLES } from '#src/shared/permissions.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

export const userSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    displayName: z.string(),
    role: z.enum([...STAFF_ROLES, '']).meta({ description: 'Such as "admin"; empty for a customer.' }),
    owner: z.boolean().meta({ description: 'An admin who can also make owners and revoke or disable admins.' }),
    emailVerified: z.boolean(),
    createdAt: z.string(),
    disabled: z
      .object({ at: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: 'Since when they cannot sign in, and why.' }),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof userSchema>;

export const userListQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'email'],
  textSorts: ['name', 'email'],
  states: [...ROLE_NAMES, 'confirmed', 'unconfirmed', 'disabled'],
  searches: 'email or display name',
});

export type UserListQuery = z.infer<typeof userListQuerySchema>;

export const exchangeSchema = z.strictObject({ email: emailSchema }).meta({ id: 'Exchange' });

export const tokenSchema = z
  .object({
    token: z.string().meta({ description: 'The access token for every call that needs one.' }),
    expiresAt: z.string().meta({ description: 'ISO 8601. Exchange a fresh ID token before then.' }),
  })
  .meta({ id: 'Token' });

export const adminSchema = z
  .object({
    admin: z.boolean().meta({ description: 'Whether they work for the shop.' }),
    owner: z.literal(true).optional().meta({ description: 'Present only for an owner.' }),
    permissions: z.array(z.enum(PERMISSIONS)).meta({ description: 'What they may do.' }),
  })
  .meta({ id: 'AdminStatus' });

export type AdminStatus = z.infer<typeof adminSchema>;

/** Why an account is disabled. Only admins read it. */
export const disableUserSchema = z.strictObject({ reason: multiLineText(500) }).meta({ id: 'DisableUser' });

export const disabledUserSchema = modifiedSchema
  .extend({
    endedOrders: z.int().meta({ description: 'How many unpaid orders ended; their stock is available again.' }),
  })
  .meta({ id: 'UserDisabled' });

/** A password field. The specification fixes its messages; `plain` follows them if the field is empty. */
function passwordField(plain: string) {
  return boundedText(MAX_PASSWORD_LENGTH, `Please choose at most ${MAX_PASSWORD_LENGTH} characters.`)
    .min(1, `${copy.identity.passwordRequired}\n${plain}`)
    .min(
      MIN_PASSWORD_LENGTH,
      `${copy.identity.passwordTooShort}\nPasswords have at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
}

const newPassword = passwordField(`Enter a password of at least ${MIN_PASSWORD_LENGTH} characters.`);

export const signInFormSchema = z.object({
  email: trimmedText(254).min(1, `${copy.identity.emailRequired}\nEnter your email address.`).pipe(emailSchema),
  password: passwordField('Enter your password.'),
});

export const forgotPasswordFormSchema = signInFormSchema.pick({ email: true });

/** The page behind the link that sets a new password. */
export const newPasswordFormSchema = z.object({ newPassword });

/** The page behind the link that confirms an address. */
export const confirmFormSchema = z.object({ password: signInFormSchema.shape.password });

export const changePasswordFormSchema = z.object({
  currentPassword: boundedText(MAX_TYPED_LENGTH).min(1, 'Please fill this in.'),
  newPassword,
});

export const signUpFormSchema = signInFormSchema.extend({ displayName: singleLineText(100), password: newPassword });
