/** What the authorities say of a VAT ID. */
export interface RegisterAnswer {
  isValid: boolean;
  /** Empty where the member state does not tell. */
  name: string;
  address: string;
  /** Proves that it was asked. Empty if no requester was named. */
  consultationNumber: string;
}

/** The port to whoever knows which VAT IDs are registered. */
export interface VatRegister {
  /**
   * Asks about a VAT ID in the name of `requester`, the shop's own VAT ID. Throws `RegisterAway` if there is no answer,
   * which says nothing about the number.
   */
  ask(vatId: string, requester: string | null): Promise<RegisterAnswer>;
}

/** The register did not answer. The message is a sentence without secrets, which admins see. */
export class RegisterAway extends Error {}
