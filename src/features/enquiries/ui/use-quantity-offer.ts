import { type RefObject, useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { cleanSearch } from '#src/shared/clean-search.ts';
import { readQuantity } from '../rules.ts';
import type { ImmediateOffer } from './quantity-offer.tsx';

/** In ms. No request is sent while somebody is still typing. */
const DELAY = 250;

interface NamedTool {
  _id: string;
  itemName: string;
}

/** The tool whose page led to a form, and what its smallest order costs. */
export interface QuoteTool extends NamedTool {
  smallest: ImmediateOffer;
}

/**
 * What can be ordered of the tool and quantity in the form around an element. `tool` is the one whose page led here;
 * `toolNames` are those to choose from. Null while nothing is known, or if the shop can't say.
 */
export function useQuantityOffer(
  inside: RefObject<HTMLElement | null>,
  tool: QuoteTool | null,
  toolNames: readonly string[],
): ImmediateOffer | null {
  const [offer, setOffer] = useState(tool?.smallest ?? null);

  useEffect(() => {
    const form = inside.current?.closest('form');
    if (!form) return;
    const ids = new Map<string, Promise<string | null>>();
    if (tool) ids.set(tool.itemName, Promise.resolve(tool._id));
    let timer: ReturnType<typeof setTimeout>;
    let asked = '';

    async function update(): Promise<void> {
      const { product, quantity } = readFields(form as HTMLFormElement);
      const now = `${quantity} ${product}`;
      if (now === asked) return;
      asked = now;
      if (quantity === null) return setOffer(tool && product === tool.itemName ? tool.smallest : null);
      const known = ids.get(product) ?? (toolNames.includes(product) ? getToolId(product) : Promise.resolve(null));
      ids.set(product, known);
      const found = await fetchOffer(await known, quantity);
      // Something else was typed meanwhile.
      if (now === asked) setOffer(found);
    }

    const updateSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void update(), DELAY);
    };
    form.addEventListener('input', updateSoon);
    // The form may be filled in already, from a draft or from the address.
    updateSoon();
    return () => {
      asked = 'gone';
      clearTimeout(timer);
      form.removeEventListener('input', updateSoon);
    };
  }, [inside, tool, toolNames]);

  return offer;
}

function readFields(form: HTMLFormElement): { product: string; quantity: number | null } {
  const read = (name: string) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement ? control.value.trim() : '';
  };
  return { product: read('product'), quantity: readQuantity(read('quantity')) };
}

/** The id of the only tool with exactly this name. Null if there is none, or more than one. */
async function getToolId(itemName: string): Promise<string | null> {
  const query = new URLSearchParams({ q: cleanSearch(itemName), limit: '5' });
  const found = await callApi<NamedTool[]>(`/tools?${query}`, { token: null });
  const named = found.ok ? found.value.filter((tool) => tool.itemName === itemName) : [];
  return (named.length === 1 && named[0]?._id) || null;
}

async function fetchOffer(toolId: string | null, quantity: number): Promise<ImmediateOffer | null> {
  if (toolId === null) return null;
  const solved = await callApi<Omit<ImmediateOffer, 'toolId' | 'quantity'>>(
    `/tools/${toolId}/quantity?quantity=${quantity}`,
    { token: null },
  );
  return solved.ok ? { ...solved.value, toolId, quantity } : null;
}
