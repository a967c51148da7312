import * as z from 'zod';
import { emailSchema, multiLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

export const userSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    displayName: z.string(),
    role: z.enum(['admin', '']).meta({ description: '"admin", or empty for a customer.' }),
    owner: z.boolean().meta({ description: 'An admin who may also make owners, revoke admins and disable them.' }),
    emailVerified: z.boolean(),
    createdAt: z.string(),
    disabled: z
      .object({ at: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: 'Since when they cannot sign in, and why.' }),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof userSchema>;

/** The query of the user list. */
export const userListQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'email'],
  states: ['admin', 'owner', 'customer', 'confirmed', 'unconfirmed', 'disabled'],
  searches: 'e-mail or display name',
});

export type UserListQuery = z.infer<typeof userListQuerySchema>;

export const exchangeSchema = z.strictObject({ email: emailSchema }).meta({ id: 'Exchange' });

export const tokenSchema = z
  .object({
    token: z.string().meta({ description: 'The access token for every call that needs one.' }),
    expiresAt: z.string().meta({ description: 'ISO 8601. Ask again before then, with a fresh ID token.' }),
  })
  .meta({ id: 'Token' });

export const adminSchema = z
  .object({ admin: z.boolean(), owner: z.literal(true).optional().meta({ description: 'Only of an owner.' }) })
  .meta({ id: 'AdminStatus' });

/** Why an account is disabled. Only admins read it. */
export const disableUserSchema = z.strictObject({ reason: multiLineText(500) }).meta({ id: 'DisableUser' });

export const disabledUserSchema = modifiedSchema
  .extend({ endedOrders: z.int().meta({ description: 'So many unpaid orders ended, and their stock is back.' }) })
  .meta({ id: 'UserDisabled' });

/** The sign-up and sign-in forms; the specification fixes the messages. */
export const signInFormSchema = z.object({
  email: z.string().trim().min(1, 'required is ture').pipe(emailSchema),
  password: z
    .string()
    .min(1, 'Choose Your Password')
    .min(MIN_PASSWORD_LENGTH, 'Must be one Character')
    .max(MAX_PASSWORD_LENGTH, `Please choose at most ${MAX_PASSWORD_LENGTH} characters.`),
});

/** The page for a forgotten password. */
export const forgotPasswordFormSchema = signInFormSchema.pick({ email: true });

/** The page behind the link that sets a new password. */
export const newPasswordFormSchema = z.object({ newPassword: signInFormSchema.shape.password });

/** The page behind the link that confirms an address. */
export const confirmFormSchema = z.object({ password: signInFormSchema.shape.password });

export const changePasswordFormSchema = z.object({
  currentPassword: z.string().min(1, 'Please fill this in.'),
  newPassword: signInFormSchema.shape.password,
});

export const signUpFormSchema = signInFormSchema.extend({ displayName: singleLineText(100) });
