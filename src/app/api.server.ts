import { quickOrderApi } from '#src/api/basket.server.ts';
import { cardWebhooksApi } from '#src/api/card-webhooks.server.ts';
import { exportsApi } from '#src/api/exports.server.ts';
import { importsApi } from '#src/api/imports.server.ts';
import { checkoutApi } from '#src/api/orders.server.ts';
import { overviewApi } from '#src/api/overview.server.ts';
import { papersApi } from '#src/api/papers.server.ts';
import { type CardForm, paymentsApi } from '#src/api/payments.server.ts';
import { personalDataApi } from '#src/api/personal-data.server.ts';
import { purchasesApi } from '#src/api/purchases.server.ts';
import { refundsApi } from '#src/api/refunds.server.ts';
import { settingsApi } from '#src/api/settings.server.ts';
import { shipmentsApi } from '#src/api/shipments.server.ts';
import { taxReportApi } from '#src/api/tax-report.server.ts';
import { toolExportsApi } from '#src/api/tool-exports.server.ts';
import { usersApi } from '#src/api/users.server.ts';
import { addressesApi } from '#src/features/addresses/api.server.ts';
import { auditApi } from '#src/features/audit/api.server.ts';
import { readLastBackup } from '#src/features/backups/queries.server.ts';
import { basketApi } from '#src/features/basket/api.server.ts';
import { blogApi } from '#src/features/blog/api.server.ts';
import { bulkApi } from '#src/features/catalogue/bulk/api.server.ts';
import { keepingApi } from '#src/features/catalogue/keeping/api.server.ts';
import { rangeApi } from '#src/features/catalogue/range/api.server.ts';
import { searchAdminApi } from '#src/features/catalogue/search/search-admin-api.server.ts';
import { suggestApi } from '#src/features/catalogue/search/suggest-api.server.ts';
import { documentsApi, toolApi } from '#src/features/catalogue/tool/api.server.ts';
import { categoriesApi } from '#src/features/categories/api.server.ts';
import { enquiriesApi } from '#src/features/enquiries/api.server.ts';
import { exemptionsApi } from '#src/features/exemptions/api.server.ts';
import { identityApi } from '#src/features/identity/api.server.ts';
import type { IdentityIssuer } from '#src/features/identity/id-tokens.server.ts';
import { imagesApi } from '#src/features/images/api.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { mailApi } from '#src/features/mail/api.server.ts';
import { newsletterApi } from '#src/features/newsletter/api.server.ts';
import { ordersApi } from '#src/features/orders/api.server.ts';
import { profilesApi } from '#src/features/profiles/api.server.ts';
import { reviewsApi } from '#src/features/reviews/api.server.ts';
import { shippingApi } from '#src/features/shipping/api.server.ts';
import { stockAlertsApi } from '#src/features/stock-alerts/api.server.ts';
import { systemApi } from '#src/features/system/api.server.ts';
import { taxesApi } from '#src/features/taxes/api.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createDecisionMail } from '#src/flows/exemptions/mail-decision.server.ts';
import { findReferences } from '#src/flows/purchases/find-references.server.ts';
import { checkVatId } from '#src/flows/taxes/read-tax-buyer.server.ts';
import { createApi } from '#src/platform/api.server.ts';
import { setCacheTags } from '#src/platform/api-responses.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { cacheableRoute } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { renderApiDocs } from './api-docs.server.ts';

export interface ApiDependencies {
  context: AppContext;
  issuer: IdentityIssuer;
  images: ImageUploads;
  imageProcess: ImageProcess;
  cardForm: CardForm;
  /** Signs the URLs of previews and downloads. */
  urlKey: string;
}

/** The whole API of the shop, with the document that describes it. Mounted at `/api`. */
export function createApiApp({ context, issuer, images, imageProcess, cardForm, urlKey }: ApiDependencies) {
  const getTimeZone = () => context.getCompany().timeZone;
  const getToday = () => toDay(new Date(), context.shopSettings.get().settings.timeZone);
  const api = createApi()
    // These come before `/tools/{id}`, which would match their paths.
    .route('/', suggestApi)
    .route('/', rangeApi)
    .route('/', toolApi)
    .route('/', categoriesApi)
    .route('/', keepingApi)
    .route('/', searchAdminApi)
    .route('/', documentsApi(imageProcess))
    .route('/', bulkApi)
    .route('/', blogApi)
    .route('/', reviewsApi)
    .route('/', identityApi(issuer))
    .route('/', profilesApi)
    .route(
      '/',
      addressesApi(
        () => findHomeCountry(context.getCompany()),
        (caller, vatId) => checkVatId(context, vatId, caller),
      ),
    )
    .route('/', ordersApi(findReferences))
    .route('/', checkoutApi(context))
    .route('/', paymentsApi(context, cardForm))
    .route('/', cardWebhooksApi(context))
    .route('/', purchasesApi(context))
    .route('/', papersApi(context))
    .route('/', refundsApi(context))
    .route('/', exportsApi(urlKey, getTimeZone))
    .route('/', taxReportApi(urlKey, getTimeZone))
    .route('/', toolExportsApi(urlKey, getTimeZone))
    .route('/', importsApi({ ...context, urlKey }))
    .route('/', shipmentsApi(context))
    .route('/', personalDataApi(context))
    .route('/', overviewApi(context))
    .route('/', usersApi(context))
    .route('/', imagesApi(images))
    .route('/', mailApi({ ...context, urlKey }))
    .route('/', enquiriesApi)
    .route('/', newsletterApi)
    .route('/', stockAlertsApi)
    .route('/', basketApi)
    .route('/', quickOrderApi)
    .route('/', settingsApi(context))
    .route('/', shippingApi)
    .route('/', taxesApi({ ...context, getToday }))
    .route('/', exemptionsApi({ imageProcess, getToday, onDecided: createDecisionMail(context) }))
    .route(
      '/',
      systemApi(context.health, () => readLastBackup(context.db)),
    )
    .route('/', auditApi(urlKey, getTimeZone));

  const hosted = context.settings.identity.kind === 'firebase';
  const registry = api.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'accessToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that `PUT /user/{email}` returns.',
  });
  registry.registerComponent('securitySchemes', 'idToken', {
    type: 'http',
    scheme: 'bearer',
    description: hosted
      ? 'An ID token from the shop’s Firebase project.'
      : 'An ID token from the identity service: sign in with `POST /api/auth/sign-in/email`, then call `GET /api/auth/token`.',
  });

  // Built from all contracts, which takes 20 ms. It never changes.
  const getDocument = computeOnce(() =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Ironmonger',
        version: '1',
        description:
          'The API of the shop. ' +
          (hosted
            ? 'Sign in to the shop’s Firebase project; `PUT /user/{email}` exchanges its ID token for an access token. '
            : 'Sign up with `POST /api/auth/sign-up/email {name, email, password}`, or sign in with `POST /api/auth/sign-in/email {email, password}`. ' +
              'With the `set-auth-token` header of the response (or with its cookie), call `GET /api/auth/token`: its `token` is an ID token, which `PUT /user/{email}` exchanges for an access token. ') +
          '`DELETE /token` revokes the access token. ' +
          'Every list takes `limit` (1 to 100) and `before` (an `_id`). Lists with the parameters `q`, `state`, `sort` and `page` can also be searched, filtered, sorted and paged; `X-Total-Count` then has the total, exact up to 10,000 and `10000+` beyond that. `page` goes up to 100; the `Link` header with rel="next" leads through the whole list. Errors are `application/problem+json`. ' +
          '`name` and `displayName` in a body must be your own display name, and `email` must be your own address. ' +
          'Admins read the shop’s emails at `GET /outbox`. Only owners see the secret links in emails to customers, and nobody sees those in emails to admins. ' +
          'With the card sandbox, a program pays as follows: `POST /create-payment-intent` returns `clientSecret` (`{intent}_secret_…`) and `publishableKey`. ' +
          'Send `POST /card-sandbox/v1/payment_intents/{intent}/confirm` to the shop’s origin, with `Authorization: Bearer {publishableKey}` and the form-encoded fields `client_secret` and `payment_method=pm_card_visa` ' +
          '(or `pm_card_chargeDeclined`). Then send `PATCH /myorder/{id}` with the intent as `transactionId`.',
      },
      servers: [{ url: '/api' }],
    }),
  );
  const getDocumentText = computeOnce(() => JSON.stringify(getDocument()));
  const getDocs = computeOnce(() => renderApiDocs(getDocument()));

  api.get('/openapi.json', cacheableRoute(), (c) => {
    setCacheTags(c, 'static');
    return c.body(getDocumentText(), 200, { 'content-type': 'application/json' });
  });
  api.get('/docs', cacheableRoute(), (c) => {
    setCacheTags(c, 'static');
    return c.html(getDocs());
  });
  return api;
}

function computeOnce<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
