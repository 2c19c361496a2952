import { NewsletterForm } from '../features/people/newsletter/newsletter-form.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function FooterControls() {
  return (
    <>
      <NewsletterForm />
      <ThemeChoice />
    </>
  );
}
