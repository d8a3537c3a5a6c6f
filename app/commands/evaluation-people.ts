/** Who can sign in in evaluation mode (domain §11); everybody's password is `plantroom`. */
export const evaluationPeople = [
  { login: 'marcus', role: 'super-admin, sees every tenant' },
  { login: 'amelie', role: 'admin of Boréal Facilities' },
  { login: 'usha', role: 'user of Boréal Facilities' },
  { login: 'claire', role: 'customer-user of CUS1001, customer-admin of CUS1002' },
  { login: 'paul', role: 'customer-user of CUS1003' },
  { login: 'nadia', role: 'no access' },
] as const
