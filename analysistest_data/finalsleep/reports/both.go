package reports

import "time"

// Both ways out wait in vain. The one behind the loop does so only where probe failed,
// and serves what follows else; so the other one is reported.
func asksBoth(probe, look func() (bool, error), lookElsewhere func() error) error {
	var found bool
	var err error
	for i := 0; i < 5; i++ {
		if found, err = probe(); err == nil && found {
			return nil
		}
		if err == nil {
			if found, err = look(); err != nil {
				time.Sleep(time.Second) // want `is passed after the last attempt of probe`
				if i == 4 {
					return err
				}
				continue
			}
			if found {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	return lookElsewhere()
}

// So it is in the other order.
func asksBothSwapped(probe, look func() (bool, error), lookElsewhere func() error) error {
	var found bool
	var err error
	for i := 0; i < 5; i++ {
		if found, err = look(); err != nil {
			time.Sleep(time.Second) // want `is passed after the last attempt of look`
			if i == 4 {
				return err
			}
			continue
		}
		if found {
			return nil
		}
		if found, err = probe(); err == nil && found {
			return nil
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	return lookElsewhere()
}
