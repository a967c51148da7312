import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

let loading: { url: string; script: Promise<StripeConstructor> } | null = null;

/**
 * Loads the card provider's script, only on the payment page, and creates its client. If the script cannot be loaded,
 * throws an error with a sentence for the buyer; the next call tries again.
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
