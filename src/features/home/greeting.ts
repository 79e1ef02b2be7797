/** Greeting by the viewer's hour (sessions spec, 2): 5 to 12, 12 to 17, 17 to 20, otherwise night. */
export function greetingOf(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good Morning';
  if (hour >= 12 && hour < 17) return 'Good Afternoon';
  if (hour >= 17 && hour < 20) return 'Good Evening';
  return 'Good Night';
}
