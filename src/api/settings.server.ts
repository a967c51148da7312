import { getFirstPurchase } from '#src/features/purchases/first-purchase.server.ts';
import { settingsChangeSchema, storedSettingsSchema } from '#src/features/shop-settings/contract.ts';
import { getSettings, type SettingsSnapshot } from '#src/features/shop-settings/queries.server.ts';
import { DEFAULT_SETTINGS } from '#src/features/shop-settings/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { changeSettings } from '#src/flows/settings/change-settings.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';

const readSettings = defineRoute('settings.change', {
  method: 'get',
  path: '/settings',
  summary: 'Get the settings of the shop',
  responses: { 200: jsonResponse('All settings, their version and their defaults.', storedSettingsSchema) },
});

const putSettings = defineRoute('settings.change', {
  method: 'put',
  path: '/settings',
  summary: 'Change the settings of the shop',
  description:
    'Send all settings with the `version` that you read. After the first order, another `currency` is refused with 422; before it, prices keep their figures in the new currency. If they have changed since, the response is 409 with the current `version` and `settings`, and the names of the `differences`.',
  request: { body: jsonBody(settingsChangeSchema) },
  responses: { 200: jsonResponse('All settings, now in effect in every process.', storedSettingsSchema) },
  errors: [409],
});

export function settingsApi(context: AppContext) {
  const toStoredSettings = async ({ version, settings, changedAt }: SettingsSnapshot) => {
    const first = await getFirstPurchase(context.db);
    return {
      version,
      settings,
      defaults: { ...DEFAULT_SETTINGS },
      changedAt: changedAt?.toISOString() ?? null,
      firstOrder: first && { number: first.number, placedAt: first.placedAt.toISOString() },
    };
  };
  return createApi()
    .openapi(readSettings, async (c) => c.json(await toStoredSettings(await getSettings(context.db)), 200))
    .openapi(putSettings, async (c) => {
      const changed = await changeSettings(context, c.var.caller, c.req.valid('json'));
      return changed.ok ? c.json(await toStoredSettings(changed.value), 200) : sendFailure(c, changed);
    });
}
