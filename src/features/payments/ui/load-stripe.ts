import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

let loading: { url: string; script: Promise<StripeConstructor> } | null = null;

/**
 * The card provider's object, from its own script, which only the payment page loads. Throws a sentence for people
 * when the script cannot be had; the next call then tries again.
 */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (loading?.url !== scriptUrl) loading = { url: scriptUrl, script: loadScript(scriptUrl) };
  try {
    const construct = await loading.script;
    return construct(publishableKey);
  } catch (error) {
    loading = null;
    throw error;
  }
}

/** A script that has not come by then is not waited for: whoever wants to pay can try again. */
const TIMEOUT_MS = 15_000;

function loadScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('The card form could not be loaded. Please check your connection and try again.'));
    };
    script.src = url;
    script.async = true;
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.onload = () => {
      clearTimeout(timer);
      if (window.Stripe) resolve(window.Stripe);
      else fail();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}
