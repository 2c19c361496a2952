/** What one can do in the footer: subscribe to news, and choose how the pages look. Comes after the page. */
import { NewsletterForm } from '../features/people/newsletter/newsletter-form.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function FooterParts() {
  return (
    <>
      <NewsletterForm />
      <ThemeChoice />
    </>
  );
}
