import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/layout.tsx', [
    index('routes/index.tsx'),
    route('home', 'routes/home.tsx'),
    route('about', 'routes/about.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('contact/sent', 'routes/enquiry-sent.tsx', { id: 'contact-sent' }),
    route('quote', 'routes/quote.tsx'),
    route('quote/sent', 'routes/enquiry-sent.tsx', { id: 'quote-sent' }),
    route('newsletter', 'routes/newsletter.tsx'),
    route('newsletter/confirm/:token', 'routes/newsletter-confirm.tsx'),
    route('newsletter/leave/:token', 'routes/newsletter-leave.tsx'),
    route('newsletter/:step', 'routes/newsletter-done.tsx'),
    ...['jobs', 'press', 'terms', 'privacy', 'cookies'].map((name) =>
      route(name, 'routes/company-page.tsx', { id: `company-${name}` }),
    ),
    route('tools', 'routes/tools.tsx'),
    route('blog/:id', 'routes/blog.tsx'),
    route('private', 'routes/private.tsx'),
    route('signIn', 'routes/sign-in.tsx'),
    route('signUp', 'routes/sign-up.tsx'),
    route('singleTool/:id', 'routes/single-tool.tsx'),
    route('addprofile/:email', 'routes/add-profile.tsx'),
    // The path is spelled as the specification has it.
    route('updateprifile/:email', 'routes/update-profile.tsx'),
    route('dashboard', 'routes/dashboard.tsx', [
      index('routes/dashboard-profile.tsx'),
      route('myorder', 'routes/dashboard-my-order.tsx'),
      route('myreview', 'routes/dashboard-my-review.tsx'),
      route('allusers', 'routes/dashboard-all-users.tsx'),
      route('allorder', 'routes/dashboard-all-orders.tsx'),
      route('inbox', 'routes/dashboard-inbox.tsx', [
        index('routes/dashboard-inbox-quotes.tsx'),
        route('messages', 'routes/dashboard-inbox-messages.tsx'),
        route('newsletter', 'routes/dashboard-inbox-newsletter.tsx'),
        route('outbox', 'routes/dashboard-inbox-outbox.tsx'),
      ]),
      route('addproduct', 'routes/dashboard-add-product.tsx'),
      route('products', 'routes/dashboard-products.tsx'),
      route('system', 'routes/dashboard-system.tsx'),
      route('payment/:id', 'routes/dashboard-payment.tsx'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
