export interface Mail {
  id: string;
  /** The inbox keeps one mail for each recipient. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  received_at: string;
}
