/** All texts that the specification quotes, word for word. Our own texts are in `site-copy.ts` and the features. */
export const copy = {
  loading: 'Loading',

  nav: {
    home: 'Home',
    about: 'About',
    contact: 'Contact',
    dashboard: 'DashBoard',
    logOut: 'Log out',
    signIn: 'Sign In',
    signUp: 'Sign Up',
  },

  dashboard: {
    myProfile: 'My Profile',
    myReview: 'My Review',
    myOrder: 'My Order',
    addProduct: 'Add Product',
    allOrders: 'All Orders',
    allUsers: 'All Users',
  },

  home: {
    placeOrder: 'place order',
    requestQuote: 'request a quote',
    contactUs: 'contact us',
    readMore: 'Read More!',
    subscribe: 'Subscribe',
  },

  identity: {
    signInWithGoogle: 'Sign In With Google',
    toggle: 'Toggle',
    signUp: 'Sign Up',
    emailRequired: 'required is ture',
    passwordRequired: 'Choose Your Password',
    passwordTooShort: 'Must be one Character',
    providerError: (message: string) => `Error: ${message}`,
  },

  profile: {
    add: 'add profile',
    update: 'update profile',
    nobody: 'No user is logged in',
  },

  order: {
    pay: 'Pay',
    delete: 'Delete',
    paid: 'Paid',
    shipButton: 'pending',
    shipped: 'shipped',
  },

  user: {
    makeAdmin: 'Make A Admin',
    alreadyAdmin: 'Already Admin',
    remove: 'Remove User',
  },

  payment: {
    completed: 'Congrats! Your payment is completed.',
    transactionId: 'Your transaction Id',
  },

  dialog: {
    stored: { title: 'Good job!', text: 'You clicked the button!' },
    quantityOnBlur: (min: number, max: number) => ({
      title: 'Error!',
      text: `Please Order Between ${min} && ${max}`,
    }),
    quantityOnSubmit: (min: number, max: number) => ({
      title: 'Error!',
      text: `This Error From On Submit. Please Order Between ${min} && ${max}`,
    }),
    deleteOrder: { title: 'Are you sure?', text: "You won't be able to revert this!" },
    deleted: { title: 'Deleted!', text: 'Your file has been deleted.' },
    granted: { title: 'Good job!', text: 'Now you are admin' },
    grantRefused: { title: 'Error!', text: "you can't make admin anyone" },
  },
} as const;
