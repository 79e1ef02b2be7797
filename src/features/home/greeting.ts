/**
 * Greeting by the viewer's hour (sessions spec, 2): morning from 5, afternoon from 12, evening from 17, night
 * from 20.
 */
export function greetingOf(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good Morning';
  if (hour >= 12 && hour < 17) return 'Good Afternoon';
  if (hour >= 17 && hour < 20) return 'Good Evening';
  return 'Good Night';
}
